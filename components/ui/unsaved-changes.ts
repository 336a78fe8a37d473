/** Says whether leaving the page would lose changes of one form. */
type HasChanges = () => boolean

const guardedForms = new Set<HasChanges>()

const hasUnsavedChanges = () => [...guardedForms].some((hasChanges) => hasChanges())

/**
 * Asks before unsaved changes are lost. Returns whether to leave. It is the browser’s own question, because Back has to wait
 * for the answer.
 */
export const confirmLeaving = () =>
  !hasUnsavedChanges() || window.confirm('Leave without saving your changes?')

/** Asks before the page is left or closed while `hasChanges`. Returns a function that stops it. */
export function guardForm(hasChanges: HasChanges): () => void {
  if (guardedForms.size === 0) listen('addEventListener')
  guardedForms.add(hasChanges)
  return () => {
    guardedForms.delete(hasChanges)
    if (guardedForms.size === 0) listen('removeEventListener')
  }
}

function listen(action: 'addEventListener' | 'removeEventListener') {
  window[action]('beforeunload', askBeforeUnload)
  // Older browsers have no event before Back goes from one page of Stepmark to another.
  if ('navigation' in window) window.navigation[action]('navigate', askBeforeBack)
}

function askBeforeUnload(event: Event) {
  if (hasUnsavedChanges()) event.preventDefault()
}

/** Back and Forward within Stepmark. `openPage` asks for links and shortcuts, and leaving Stepmark fires `beforeunload`. */
function askBeforeBack(event: Event) {
  const { navigationType, destination, hashChange, cancelable } = event as NavigateEvent
  if (navigationType !== 'traverse' || !destination.sameDocument || hashChange || !cancelable)
    return
  if (!confirmLeaving()) event.preventDefault()
}
