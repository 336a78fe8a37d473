/** A word of the filter sentence that opens a menu. */
export const pickClasses =
  'inline-flex items-center gap-0.5 border-b border-line text-left font-label text-ink hover:border-accent hover:text-accent data-popup-open:border-accent data-popup-open:text-accent'
