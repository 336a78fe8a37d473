import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { readInputMethod } from './input-method'
import { bleed, Light, litRowId } from './light'

interface QuestionRowProps {
  /** In the margin: `Mistake in 6`. */
  name: string
  isLit: boolean
  /** Comes later, and is only to be read. */
  isLater: boolean
  onLight: (by: ReturnType<typeof readInputMethod>) => void
  children: ReactNode
}

/** A question beside the rail, lit when the keys answer it; pressing its name lights it. */
export function QuestionRow({ name, isLit, isLater, onLight, children }: QuestionRowProps) {
  return (
    <section
      id={isLit ? litRowId : undefined}
      aria-label={name}
      aria-current={isLit ? 'step' : undefined}
      className={classes('relative sheet-row py-2.5 max-desk:grid-cols-1 max-desk:gap-y-1', bleed)}
    >
      <Light isOn={isLit} />
      <h3 className="relative font-text max-desk:col-span-full">
        <button
          type="button"
          disabled={isLit || isLater}
          onClick={(event) => onLight(readInputMethod(event))}
          className={classes(
            'rounded-control px-1.5 py-1 text-left not-disabled:hover:bg-wash max-desk:px-0',
            isLit ? 'font-strong text-accent' : 'text-ink-3',
          )}
        >
          {name}
        </button>
      </h3>
      <div className="relative col-text max-desk:col-start-1">{children}</div>
    </section>
  )
}
