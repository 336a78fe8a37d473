import { defineContract, z } from '@/lib/platform/contract'
import {
  dayField,
  hasOrderedDays,
  projectSlugField,
  reversedDaysIssue,
  textField,
} from '@/lib/platform/fields'
import { type AuditGroup, auditGroups } from './audit-groups'

const groupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

/** Cursor: microseconds since 1970, sequence and chain of the last entry of the previous page. */
const cursorField = z
  .string()
  .max(400)
  .regex(/^\d{1,16}_\d{1,15}_[\w:/.-]+$/, 'is not a cursor of this list')

export const auditFilterFields = {
  actor: z
    .string()
    .max(60)
    .regex(/^(user:[0-9a-f-]{36}|system|host|anonymous)$/, 'is not an actor')
    .optional()
    .describe('`user:` and an id, `system`, `host` or `anonymous`'),
  group: z.enum(groupNames).optional(),
  target: textField(200).optional().describe('Target, for example `solution:` and its id'),
  from: dayField.optional().describe('The first day, in UTC'),
  to: dayField.optional().describe('The last day, in UTC'),
}

const pageFields = {
  ...auditFilterFields,
  after: cursorField.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** The hashed fields, exactly as hashed, and the hash. */
const entryFields = {
  chain: z.string(),
  sequence: z.number(),
  at: z.string().describe('UTC, to the microsecond'),
  projectId: z.string().nullable(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  detail: z.string().describe('JSON'),
  requestId: z.string(),
  hash: z.string(),
}

const pageReply = z.object({
  entries: z.array(
    z.object({
      ...entryFields,
      /** What the actor did, as a verb phrase. */
      description: z.string(),
      /** Null if the account is not known. */
      actorName: z.string().nullable(),
      /** Name of the person it was done to, if any. */
      targetName: z.string().nullable(),
      /** Slug of the project; null outside projects. */
      project: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})

export const listAuditContract = defineContract({
  name: 'listAudit',
  method: 'get',
  path: '/projects/{project}/audit',
  summary: 'List audit entries of a project, newest first',
  input: z
    .strictObject({ project: projectSlugField, ...pageFields })
    .refine(hasOrderedDays, reversedDaysIssue),
  reply: pageReply,
})

export const listInstanceAuditContract = defineContract({
  name: 'listInstanceAudit',
  method: 'get',
  path: '/audit',
  summary: 'List all audit entries, newest first',
  input: z.strictObject(pageFields).refine(hasOrderedDays, reversedDaysIssue),
  reply: pageReply,
})

const exportFields = { ...auditFilterFields, format: z.enum(['jsonl', 'csv']).default('jsonl') }

export const exportAuditContract = defineContract({
  name: 'exportAudit',
  method: 'get',
  path: '/projects/{project}/audit/entries',
  summary: 'Export audit entries of a project as JSONL or CSV',
  sends: 'lines',
  mediaTypes: ['application/x-ndjson', 'text/csv'],
  input: z
    .strictObject({ project: projectSlugField, ...exportFields })
    .refine(hasOrderedDays, reversedDaysIssue),
  reply: z.object(entryFields),
})

export const exportInstanceAuditContract = defineContract({
  name: 'exportInstanceAudit',
  method: 'get',
  path: '/audit/entries',
  summary: 'Export all audit entries as JSONL or CSV',
  sends: 'lines',
  mediaTypes: ['application/x-ndjson', 'text/csv'],
  input: z.strictObject(exportFields).refine(hasOrderedDays, reversedDaysIssue),
  reply: z.object(entryFields),
})

/** The end of a chain. A stored copy reveals later changes to earlier entries. */
export const auditChainHeadField = z.object({
  chain: textField(300),
  count: z.number().int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: textField(40),
})

export const exportAuditChainHeadsContract = defineContract({
  name: 'exportAuditChainHeads',
  method: 'get',
  path: '/audit/heads',
  summary: 'Export the chain heads of the audit log',
  sends: 'lines',
  input: z.strictObject({}),
  reply: auditChainHeadField,
})
