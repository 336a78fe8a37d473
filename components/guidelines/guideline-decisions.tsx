import type { ReactNode } from 'react'
import { LinkButton } from '@/components/ui/link-button'
import { removeDecisionFromText, type GuidelineDecision } from '@/lib/questions/format-decisions'
import type { GuidelineEditorState } from './use-guideline-editor'

/** Unpublished decisions: those in the draft, which are published with it, and those that are not in it. */
export function GuidelineDecisions({ editor }: { editor: GuidelineEditorState }) {
  const { includedDecisions, pendingDecisions, draft } = editor
  if (includedDecisions.length + pendingDecisions.length === 0) return null
  return (
    <section aria-label="Decisions" className="grid gap-2">
      {includedDecisions.length > 0 && (
        <>
          <p className="font-label">Will be published with this version</p>
          <ul className="border-y border-ink">
            {includedDecisions.map((decision) => (
              <DecisionRow key={decision.decision} decision={decision}>
                {removeDecisionFromText(draft.text, decision) === draft.text ? (
                  <span className="text-ui text-ink-3">
                    Edited. Keep its heading to publish it.
                  </span>
                ) : (
                  <LinkButton className="text-ui" onClick={() => editor.excludeDecision(decision)}>
                    Remove from text
                  </LinkButton>
                )}
              </DecisionRow>
            ))}
          </ul>
        </>
      )}
      {pendingDecisions.length > 0 && (
        <>
          <p className="font-label">Not in this version</p>
          <ul className="border-y border-ink">
            {pendingDecisions.map((decision) => (
              <DecisionRow key={decision.decision} decision={decision}>
                <LinkButton className="text-ui" onClick={() => editor.includeDecision(decision)}>
                  Add to text
                </LinkButton>
              </DecisionRow>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function DecisionRow({ decision, children }: { decision: GuidelineDecision; children: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1.5 last:border-b-0">
      <span className="min-w-0 wrap-anywhere">
        Decision {decision.decision}: {decision.heading}
      </span>
      {children}
    </li>
  )
}
