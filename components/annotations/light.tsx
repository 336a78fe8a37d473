import { classes } from '@/components/ui/classes'

/** Room around the columns for the light; inside the row, as rows that are not laid out clip what stands out. */
export const bleed = '-ml-5 pl-5 max-wide:-mr-5 max-wide:pr-5 max-desk:-mx-4 max-desk:px-4'

/** Names the lit row for who looks for it: to search thousands of formulas for it would take longer than to draw it. */
export const litRowId = 'lit-row'

/** What is behind a lit row, from rail to text; the right margin stays paper. */
export function Light({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'pointer-events-none absolute inset-y-0 right-[calc(var(--spacing-notes)+var(--spacing-notes-gap)-1.25rem)] left-0 border-y transition-[background-color] duration-(--move) max-wide:right-0',
        isOn ? 'border-rule bg-lit' : 'border-transparent bg-transparent',
      )}
    />
  )
}
