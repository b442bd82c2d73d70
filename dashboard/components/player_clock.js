// Playing: at the run's own pace or one step a second, as many times as fast.

const SPEEDS = [0.5, 1, 2, 4, 8, 16]

class Clock {
  constructor(player) {
    this.player = player
    this.speed = 1
    this.real = false
    this.playing = false
    this.button = quiet("", () => this.toggle())
    this.button.className = "play"
    this.pace = el("select", "pace")
    this.pace.setAttribute("aria-label", say("player.pace"))
    for (const [value, words] of [["steps", say("player.pace.steps")], ["real", say("player.pace.real")]]) {
      const option = el("option", "", words)
      option.value = value
      this.pace.append(option)
    }
    this.pace.onchange = () => {
      this.real = this.pace.value === "real"
      this.start()
    }
    this.times = el("select", "times")
    this.times.setAttribute("aria-label", say("player.speed"))
    for (const speed of SPEEDS) {
      const option = el("option", "", `${speed}×`)
      option.value = speed
      option.selected = speed === 1
      this.times.append(option)
    }
    this.times.onchange = () => (this.speed = Number(this.times.value))
    this.tell()
  }

  toggle(on = !this.playing) {
    this.playing = on
    if (on && this.player.cur >= this.player.film.n - 1) this.player.go(0)
    this.start()
    this.tell()
  }

  tell() {
    this.button.replaceChildren(icon(this.playing ? "pause" : "play"))
    this.button.setAttribute("aria-label", say(this.playing ? "player.pause-named" : "player.play-named"))
    this.button.title = say(this.playing ? "player.pause" : "player.play")
  }

  start() {
    const { film, cur } = this.player
    this.at = this.real ? film.when[cur] : cur
    this.last = performance.now()
    if (this.playing && !this.frame) this.frame = requestAnimationFrame((now) => this.tick(now))
  }

  tick(now) {
    this.frame = 0
    if (!this.playing) return
    const { film, cur } = this.player
    const passed = Math.max(0, now - this.last) * this.speed
    this.last = now
    const real = this.real && !film.timeless
    this.at += real ? passed : passed / 1000
    let seq = cur
    if (real) while (seq + 1 < film.n && film.when[seq + 1] <= this.at) seq += 1
    else seq = Math.max(cur, Math.min(film.n - 1, Math.floor(this.at)))
    if (seq !== cur) this.player.go(seq, { playing: true })
    if (seq >= film.n - 1 && !this.player.running) this.toggle(false)
    else this.frame = requestAnimationFrame((next) => this.tick(next))
  }
}
