import { KeyCap } from '@/components/ui/key-cap'
import { keepFocus } from './input-method'

export interface NamedKey {
  /** As it is printed: `⏎`. */
  cap: string
  words: string
  act: () => void
}

/** Every key and what it does, over the foot bar; each line is a button too, and the page behind stays usable. */
export function AllKeys({ keys }: { keys: readonly NamedKey[] }) {
  return (
    <section
      aria-label="All keys"
      onMouseDown={keepFocus}
      className="sticky bottom-foot z-30 grid auto-cols-[minmax(0,24rem)] grid-flow-col grid-rows-5 gap-x-8 border-t border-rule bg-wash px-4 py-3 max-desk:hidden"
    >
      {keys.map(({ cap, words, act }) => (
        <button
          key={cap}
          type="button"
          onClick={act}
          className="grid grid-cols-[40px_1fr] items-baseline rounded-control px-2 py-0.5 text-left text-ink-2 hover:bg-paper hover:text-ink"
        >
          <span>
            <KeyCap name={cap} />
          </span>
          {words}
        </button>
      ))}
    </section>
  )
}
