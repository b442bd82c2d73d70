// Going to another page, and the places that Back leads to. Part of every component.

// Goes to another page of this app the way Streamlit's own links do: without a reload, and with
// one entry in the history, so that Back leads where the reader came from.
function go(href, replace) {
  History.prototype[replace ? "replaceState" : "pushState"].call(history, {}, "", href)
  dispatchEvent(new PopStateEvent("popstate"))
}

// Streamlit enters a page into the history when it hears that the page's script has begun. Of a
// script that began just before the reader went elsewhere it hears too late: the page that was left
// would be entered once more, with the query of the page gone to, and Back would end up there.
// So after a way through the history, until the next click, no other page is entered with its query.
function onlyPlacesThatWere() {
  if (Object.hasOwn(history, "pushState")) return // another component has seen to it
  let at = null
  const here = () => {
    at = location.search ? { path: location.pathname, query: location.search } : null
  }
  addEventListener("popstate", here, true)
  addEventListener("click", () => { at = null }, true)
  history.pushState = (state, unused, href) => {
    const to = new URL(href ?? "", location.href)
    if (at && to.search === at.query && to.pathname !== at.path) return
    History.prototype.pushState.call(history, state, unused, href)
  }
}

onlyPlacesThatWere()
