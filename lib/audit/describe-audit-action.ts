import { type AuditActionText, auditActionTexts } from './audit-action-texts'
import type { AuditGroup } from './audit-groups'

const textByAction: Readonly<Record<string, AuditActionText>> = auditActionTexts

/** What the actor did, after their name: `marked a solution as gold`. */
export function describeAuditAction(
  action: string,
  detail: Readonly<Record<string, unknown>>,
): string {
  const actionText = Object.hasOwn(textByAction, action) ? textByAction[action] : undefined
  // Written by a later version, or by hand.
  if (!actionText) return action
  if (action === 'queue.claim' && Object.hasOwn(detail, 'noneLeft'))
    return 'asked for a solution and got none'
  if (action === 'gold.explain' && isEmptyList(detail.annotations))
    return 'received no feedback on gold (the page asks for it after each submission)'
  return (
    (typeof detail.operation === 'string' && actionText.variants?.[detail.operation]) ||
    actionText.description
  )
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

export const listActionsOfAuditGroup = (group: AuditGroup): string[] =>
  Object.keys(textByAction).filter((action) => textByAction[action]?.group === group)
