import { joinClasses } from '@/components/ui/join-classes'

/** Padding for the highlight, inside the row because `content-visibility` clips overflow. */
export const highlightPaddingClasses =
  '-ml-5 pl-5 max-wide:-mr-5 max-wide:pr-5 max-desk:-mx-4 max-desk:px-4'

/** Id of the current row: finding it by selector among thousands of formulas is slow. */
export const currentRowId = 'current-row'

/** The background of the current row. */
export function CurrentRowHighlight({ isVisible }: { isVisible: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={joinClasses(
        'pointer-events-none absolute inset-y-0 right-(--highlight-inset) left-0 border-y transition-[background-color] duration-(--move) max-wide:right-0',
        isVisible ? 'border-rule bg-surface' : 'border-transparent bg-transparent',
      )}
    />
  )
}
