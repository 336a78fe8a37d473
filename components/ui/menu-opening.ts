/** How a menu was opened. */
export type MenuOpening = 'key' | 'pointer'

/** Clicks by the keyboard or by assistive technology have no detail. */
export const readMenuOpening = (event: Event): MenuOpening =>
  (event as Partial<UIEvent>).detail ? 'pointer' : 'key'
