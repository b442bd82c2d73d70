// Opens the page that it is handed, once a turn. See panels/doors.py.

const gone = new Set()

export default function ({ data }) {
  if (gone.has(data.turn)) return
  gone.add(data.turn)
  go(data.href, data.replace)
}
