import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import { type CutPosition, listCutPositions, findNextCutPosition } from '@/lib/splits/cut-positions'

interface SplitPositionPickerProps {
  /** Raw text of the step. */
  source: string
  /** Position of the cut in the text. */
  at: number
  onMove: (at: number) => void
}

const moves: Record<string, { by: 1 | -1; bySentence: boolean }> = {
  ArrowLeft: { by: -1, bySentence: false },
  ArrowRight: { by: 1, bySentence: false },
  ArrowUp: { by: -1, bySentence: true },
  ArrowDown: { by: 1, bySentence: true },
}

/** The raw text with a cut that clicks and arrow keys move. */
export function SplitPositionPicker({ source, at, onMove }: SplitPositionPickerProps) {
  const positions = useMemo(() => listCutPositions(source), [source])
  const cutMarker = useRef<HTMLSpanElement>(null)
  // The slider is another element at each position.
  useEffect(() => cutMarker.current?.focus({ preventScroll: true }), [at])

  function handleKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    const edgePosition = { Home: positions[0], End: positions.at(-1) }[event.key]
    if (!move && !edgePosition) return
    event.preventDefault()
    onMove(move ? findNextCutPosition(positions, at, move) : edgePosition!.at)
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
                ref={cutMarker}
                role="slider"
                tabIndex={0}
                aria-label="Cut position"
                aria-valuemin={1}
                aria-valuemax={positions.length}
                aria-valuenow={index + 1}
                aria-valuetext={`before: ${source.slice(at, at + 60)}`}
                onKeyDown={handleKeyDown}
                className="mx-1 inline-block h-5 w-1 rounded-key bg-accent align-middle"
              />
            )}
            {position && position.at !== at && <CutButton position={position} onMove={onMove} />}
            {position && text.includes('\n') && <br />}
          </span>
        )
      })}
    </div>
  )
}

/** A possible cut position. Hidden from screen readers, which use the slider. */
function CutButton({
  position: { at, kind },
  onMove,
}: {
  position: CutPosition
  onMove: (at: number) => void
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
