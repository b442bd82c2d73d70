// The signs on the player's buttons, drawn: fonts differ in which of them they have.

const SHAPES = {
  play: "M5 3.2v9.6a.6.6 0 0 0 .9.5l7.6-4.8a.6.6 0 0 0 0-1L5.9 2.7a.6.6 0 0 0-.9.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  back: "M10 3.5 5.5 8 10 12.5",
  on: "M6 3.5 10.5 8 6 12.5",
  find: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4 14 14",
  keys: "M5.8 6a2.3 2.3 0 1 1 3.4 2c-.8.5-1.2.9-1.2 1.8M8 12.4v.2",
  fork: "M4.5 2v12M4.5 10c0-3 7-2 7-6M11.5 4.2V2",
  up: "M3.5 10 8 5.5 12.5 10",
  down: "M3.5 6 8 10.5 12.5 6",
  close: "M4 4l8 8M12 4l-8 8",
}
const FILLED = new Set(["play", "pause"])

function icon(name) {
  const space = "http://www.w3.org/2000/svg"
  const picture = document.createElementNS(space, "svg")
  picture.setAttribute("viewBox", "0 0 16 16")
  picture.setAttribute("aria-hidden", "true")
  const line = document.createElementNS(space, "path")
  line.setAttribute("d", SHAPES[name])
  picture.append(line)
  picture.setAttribute("class", FILLED.has(name) ? "icon filled" : "icon")
  return picture
}
