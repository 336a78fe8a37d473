import { confirmLeaving } from './unsaved-changes'

/** `push` of Next's router. */
export type PushPage = (href: string, options?: { scroll: boolean }) => void

/** Opens another page of Stepmark. Asks before unsaved changes of a form are lost. */
export function openPage(push: PushPage, href: string, options?: { scroll: boolean }): void {
  if (confirmLeaving()) push(href, options)
}
