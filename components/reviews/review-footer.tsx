import { preventFocusChange } from '@/components/annotations/input-method'
import { ShortcutListButton } from '@/components/annotations/shortcut-list-button'
import { goldSolutionHref } from '@/components/gold/gold'
import type { useAction } from '@/components/shell/use-action'
import { Button, ButtonLink } from '@/components/ui/button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { type Keymap, formatKey, formatOptionalKey } from '@/lib/auth/keymap'
import type { AnnotationReviewActions } from './list-review-actions'
import { adjudicationHref, type ReviewedAnnotation } from './review'
import type { ReviewShortcuts } from './review-shortcuts'

interface ReviewFooterProps {
  slug: string
  annotation: ReviewedAnnotation
  keymap: Keymap
  keys: ReviewShortcuts
  actions: AnnotationReviewActions
  reviewAction: ReturnType<typeof useAction>
  hasNext: boolean
  showsKeys: boolean
}

/** Buttons of the page and the outcome of the last action. */
export function ReviewFooter(props: ReviewFooterProps) {
  const { slug, annotation, keymap, keys, actions, reviewAction, hasNext, showsKeys } = props
  const { acceptRefusal, returnRefusal, state, solution } = annotation
  return (
    <div className="flex min-h-foot flex-wrap items-center gap-2 border-t border-rule bg-paper px-6 py-2 max-desk:px-4">
      <div onMouseDown={preventFocusChange} className="flex flex-wrap items-center gap-2">
        <Button
          tone={acceptRefusal === null ? 'primary' : 'plain'}
          keyCap={formatKey(keymap.submit)}
          aria-keyshortcuts={keymap.submit}
          aria-disabled={acceptRefusal !== null || reviewAction.isBusy}
          onClick={actions.accept}
        >
          {state === 'accepted' ? 'Accepted' : 'Accept'}
        </Button>
        {returnRefusal === null && (
          <Button
            keyCap={formatOptionalKey(keys.returnAnnotation)}
            aria-keyshortcuts={keys.returnAnnotation ?? undefined}
            onClick={actions.openReturnPanel}
          >
            Return
          </Button>
        )}
        <Button
          keyCap={formatOptionalKey(keys.next)}
          aria-keyshortcuts={keys.next ?? undefined}
          onClick={actions.next}
        >
          {hasNext ? 'Next' : 'Back to list'}
        </Button>
        {annotation.isDisputed && (
          <ButtonLink href={adjudicationHref(slug, solution)}>Compare</ButtonLink>
        )}
        <ButtonLink
          href={goldSolutionHref(slug, solution)}
          keyCap={formatOptionalKey(keys.gold)}
          aria-keyshortcuts={keys.gold ?? undefined}
        >
          Gold page
        </ButtonLink>
        <ShortcutListButton
          keyName={keymap.allKeys}
          isOpen={showsKeys}
          onToggle={actions.toggleKeys}
          className="max-desk:hidden"
        />
      </div>
      <OutcomeNotice outcome={reviewAction.outcome} />
      {reviewAction.outcome === null && acceptRefusal !== null && state !== 'accepted' && (
        <span className="text-ink-2">{acceptRefusal}</span>
      )}
    </div>
  )
}
