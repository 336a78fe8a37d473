export interface ComposableKeyPress {
  isComposing: boolean
  keyCode?: number
}

/**
 * Whether a key press belongs to an input method, such as the Enter that confirms a candidate. Safari sends that one after
 * the composition has ended, with key code 229.
 */
export const isComposing = (event: ComposableKeyPress) => event.isComposing || event.keyCode === 229
