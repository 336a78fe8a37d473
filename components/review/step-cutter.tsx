import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { classes } from '@/components/ui/classes'
import { type CutPlace, listCutPlaces, movePlace } from '@/lib/review/cut-places'

interface StepCutterProps {
  /** The step's text as it came. */
  source: string
  /** Where the cut is. */
  at: number
  onMove: (at: number) => void
}

const moves: Record<string, { by: 1 | -1; skipsWords: boolean }> = {
  ArrowLeft: { by: -1, skipsWords: false },
  ArrowRight: { by: 1, skipsWords: false },
  ArrowUp: { by: -1, skipsWords: true },
  ArrowDown: { by: 1, skipsWords: true },
}

/** The raw text with a place to cut between all words: a click puts the cut there, arrows move it. */
export function StepCutter({ source, at, onMove }: StepCutterProps) {
  const places = useMemo(() => listCutPlaces(source), [source])
  const cut = useRef<HTMLSpanElement>(null)
  useEffect(() => cut.current?.focus({ preventScroll: true }), [])

  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    const edge = { Home: places[0], End: places.at(-1) }[event.key]
    if (!move && !edge) return
    event.preventDefault()
    onMove(move ? movePlace(places, at, move) : edge!.at)
  }

  const index = places.findIndex((place) => place.at === at)
  const starts = [0, ...places.map((place) => place.at)]
  return (
    <div className="font-mono text-caption/6 wrap-anywhere text-ink">
      {starts.map((start, i) => {
        const text = source.slice(start, starts[i + 1])
        const place = places[i]
        return (
          <span key={start}>
            <span className={classes(start >= at && 'text-accent')}>{text.trim()}</span>
            {place && place.at === at && (
              <span
                ref={cut}
                role="slider"
                tabIndex={0}
                aria-label="Place of the cut"
                aria-valuemin={1}
                aria-valuemax={places.length}
                aria-valuenow={index + 1}
                aria-valuetext={`before: ${source.slice(at, at + 60)}`}
                onKeyDown={press}
                className="mx-1 inline-block h-5 w-1 rounded-key bg-accent align-middle"
              />
            )}
            {place && place.at !== at && <Gap place={place} onMove={onMove} />}
            {place && text.includes('\n') && <br />}
          </span>
        )
      })}
    </div>
  )
}

/** Where the cut may go. The keyboard has arrows for it, and a screen reader the cut itself. */
function Gap({ place: { at, kind }, onMove }: { place: CutPlace; onMove: (at: number) => void }) {
  return (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onMove(at)}
      className="group/gap inline-grid h-5 w-2 place-items-center align-middle"
    >
      <span
        className={classes(
          'h-4 w-0.5 rounded-key transition-colors group-hover/gap:bg-accent',
          kind === 'word' ? 'bg-transparent' : 'bg-line',
        )}
      />
    </button>
  )
}
