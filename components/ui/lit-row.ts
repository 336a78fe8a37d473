/** The light reaches a little beyond the rules. */
export const litRow =
  'bg-accent-wash shadow-[-8px_0_var(--color-accent-wash),8px_0_var(--color-accent-wash)] hover:bg-accent-wash'
