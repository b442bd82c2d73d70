// The player: a run as a film. It holds the skeleton of the whole run, fetches the texts around the
// playhead, and answers every key by itself: the page is not asked, and not drawn again.

const views = new WeakMap()

export default function (component) {
  const { data, parentElement, setTriggerValue } = component
  speak(data.words)
  let player = views.get(parentElement)
  if (!player || player.run !== data.run || player.words !== data.words["player.at"]) {
    player?.end()
    player = new Player(data, parentElement)
    views.set(parentElement, player)
  }
  player.send = setTriggerValue
  player.update(data)
  return () => player.rest()
}
