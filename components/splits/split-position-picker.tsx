import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { type CutPosition, listCutPositions, findNextCutPosition } from '@/lib/splits/cut-positions'

interface CutPositionPickerProps {
  /** Raw text of the step. */
  source: string
  at: number
  onMove: (offset: number) => void
}

const moves: Record<string, { by: 1 | -1; bySentence: boolean }> = {
  ArrowLeft: { by: -1, bySentence: false },
  ArrowRight: { by: 1, bySentence: false },
  ArrowUp: { by: -1, bySentence: true },
  ArrowDown: { by: 1, bySentence: true },
}

/** The raw text with a cut that clicks and arrow keys move. */
export function SplitPositionPicker({ source, at, onMove }: CutPositionPickerProps) {
  const positions = useMemo(() => listCutPositions(source), [source])
  const cut = useRef<HTMLSpanElement>(null)
  useEffect(() => cut.current?.focus({ preventScroll: true }), [])

  function press(event: KeyboardEvent) {
    const move = moves[event.key]
    const edge = { Home: positions[0], End: positions.at(-1) }[event.key]
    if (!move && !edge) return
    event.preventDefault()
    onMove(move ? findNextCutPosition(positions, at, move) : edge!.at)
  }

  const index = positions.findIndex((position) => position.at === at)
  const starts = [0, ...positions.map((position) => position.at)]
  return (
    <div className="font-mono text-caption/6 wrap-anywhere text-ink">
      {starts.map((start, i) => {
        const text = source.slice(start, starts[i + 1])
        const position = positions[i]
        return (
          <span key={start}>
            <span className={joinClasses(start >= at && 'text-accent')}>{text.trim()}</span>
            {position && position.at === at && (
              <span
                ref={cut}
                role="slider"
                tabIndex={0}
                aria-label="Cut position"
                aria-valuemin={1}
                aria-valuemax={positions.length}
                aria-valuenow={index + 1}
                aria-valuetext={`before: ${source.slice(at, at + 60)}`}
                onKeyDown={press}
                className="mx-1 inline-block h-5 w-1 rounded-key bg-accent align-middle"
              />
            )}
            {position && position.at !== at && <Gap position={position} onMove={onMove} />}
            {position && text.includes('\n') && <br />}
          </span>
        )
      })}
    </div>
  )
}

/** A possible cut position. Hidden from screen readers, which use the slider. */
function Gap({
  position: { at, kind },
  onMove,
}: {
  position: CutPosition
  onMove: (offset: number) => void
}) {
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
        className={joinClasses(
          'h-4 w-0.5 rounded-key transition-colors group-hover/gap:bg-accent',
          kind === 'word' ? 'bg-transparent' : 'bg-line',
        )}
      />
    </button>
  )
}
