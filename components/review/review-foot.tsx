import { addressGoldSolution } from '@/components/gold/gold'
import { AllKeysButton } from '@/components/annotations/all-keys'
import { keepFocus } from '@/components/annotations/input-method'
import { Button, ButtonLink } from '@/components/ui/button'
import { Outcome } from '@/components/ui/outcome'
import { type Keymap, printKey, printKeyIfAny } from '@/lib/auth/keys'
import type { ReviewSheetActs } from './list-review-keys'
import { addressRuling, type ReviewedAnnotation } from './review'
import type { RulingKeys } from './ruling-keys'
import type { useSend } from './use-send'

interface ReviewFootProps {
  slug: string
  given: ReviewedAnnotation
  keymap: Keymap
  keys: RulingKeys
  acts: ReviewSheetActs
  sending: ReturnType<typeof useSend>
  /** The list goes on after this one. */
  hasNext: boolean
  showsKeys: boolean
}

/** What ends one annotation, what leads away from it, and what came of it. */
export function ReviewFoot(props: ReviewFootProps) {
  const { slug, given, keymap, keys, acts, sending, hasNext, showsKeys } = props
  const { acceptRefusal, returnRefusal, state, solution } = given
  return (
    <div className="flex min-h-foot flex-wrap items-center gap-2 border-t border-rule bg-paper px-6 py-2 max-desk:px-4">
      <div onMouseDown={keepFocus} className="flex flex-wrap items-center gap-2">
        <Button
          tone={acceptRefusal === null ? 'primary' : 'plain'}
          keyCap={printKey(keymap.submit)}
          aria-keyshortcuts={keymap.submit}
          aria-disabled={acceptRefusal !== null || sending.isBusy}
          onClick={acts.accept}
        >
          {state === 'accepted' ? 'Accepted' : 'Accept'}
        </Button>
        {returnRefusal === null && (
          <Button
            keyCap={printKeyIfAny(keys.sendBack)}
            aria-keyshortcuts={keys.sendBack ?? undefined}
            onClick={acts.askReturn}
          >
            Send it back
          </Button>
        )}
        <Button
          keyCap={printKeyIfAny(keys.next)}
          aria-keyshortcuts={keys.next ?? undefined}
          onClick={acts.next}
        >
          {hasNext ? 'Next' : 'Back to the list'}
        </Button>
        {given.isDisputed && (
          <ButtonLink href={addressRuling(slug, solution)}>Side by side</ButtonLink>
        )}
        <ButtonLink
          href={addressGoldSolution(slug, solution)}

          keyCap={printKeyIfAny(keys.gold)}
          aria-keyshortcuts={keys.gold ?? undefined}
        >
          As gold
        </ButtonLink>
        <AllKeysButton
          name={keymap.allKeys}
          isOpen={showsKeys}
          onToggle={acts.toggleKeys}
          className="max-desk:hidden"
        />
      </div>
      <Outcome outcome={sending.outcome} />
      {sending.outcome === null && acceptRefusal !== null && state !== 'accepted' && (
        <span className="text-ink-2">{acceptRefusal}</span>
      )}
    </div>
  )
}
