/**
 * Keeps scroll targets, such as an open form, clear of a sticky notice above the footer. If the page is at its end when the
 * notice appears, it stays there, so that the notice doesn't cover the last lines. A ref callback of the notice.
 */
export function keepAboveFooterNotice(notice: HTMLElement | null) {
  if (!notice) return
  const { style } = document.documentElement
  let height = notice.offsetHeight
  const observer = new ResizeObserver(() => {
    const growth = notice.offsetHeight - height
    height = notice.offsetHeight
    // Unset for an empty notice, because a new value restyles the page.
    if (height === 0) style.removeProperty('--footer-notice-height')
    else style.setProperty('--footer-notice-height', `${height}px`)
    const spaceBelow = document.documentElement.scrollHeight - innerHeight - scrollY
    if (growth > 0 && spaceBelow <= growth + 1) scrollBy({ top: growth, behavior: 'instant' })
  })
  observer.observe(notice)
  return () => {
    observer.disconnect()
    style.removeProperty('--footer-notice-height')
  }
}
