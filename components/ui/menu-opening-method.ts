/** How a menu was opened. */
export type MenuOpeningMethod = 'key' | 'pointer'

/** Clicks by the keyboard or by assistive technology have no detail. */
export const readMenuOpeningMethod = (event: Event): MenuOpeningMethod =>
  (event as Partial<UIEvent>).detail ? 'pointer' : 'key'
