import { defineContract, z } from '@/lib/platform/contract'
import { dayField, instantField, projectField, textField } from '@/lib/platform/fields'
import { type AuditGroup, auditGroups } from './groups'

const groupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

const notInList = 'is no place in this list'

/** After which entry a page begins: when that was written, its place in its chain, and the chain. */
const cursorField = textField(400)
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_\d{1,15}_./, notInList)
  .refine((cursor) => instantField.safeParse(cursor.split('_')[0]).success, notInList)

export const auditFilterFields = {
  actor: textField(60)
    .regex(/^(user:[0-9a-f-]{36}|system|host|anonymous)$/, 'is nobody who acts')
    .optional()
    .describe('`user:` and an id, `system`, `host` or `anonymous`'),
  group: z.enum(groupNames).optional(),
  target: textField(200).optional().describe('A thing as entries name it: `solution:` and its id'),
  from: dayField.optional().describe('The first day, in UTC'),
  to: dayField.optional().describe('The last day, in UTC'),
}

const pageFields = {
  ...auditFilterFields,
  after: cursorField.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
}

/** As it was hashed, to the letter. */
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
      /** In words, after the name of who did it. */
      did: z.string(),
      /** Of who did it; null where the account is not known. */
      actorName: z.string().nullable(),
      /** Of the person whom it was done to; null where that is none. */
      targetName: z.string().nullable(),
      /** Of the project; null for what belongs to none. */
      project: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
})

export const listAuditContract = defineContract({
  name: 'listAudit',
  method: 'get',
  path: '/projects/{project}/audit',
  summary: 'What was done in the project, newest first',
  input: z.strictObject({ project: projectField, ...pageFields }),
  reply: pageReply,
})

export const listInstanceAuditContract = defineContract({
  name: 'listInstanceAudit',
  method: 'get',
  path: '/audit',
  summary: 'What was done in every project and outside of them, newest first',
  input: z.strictObject(pageFields),
  reply: pageReply,
})

const exportFields = { ...auditFilterFields, format: z.enum(['jsonl', 'csv']).default('jsonl') }

export const exportAuditContract = defineContract({
  name: 'exportAudit',
  method: 'get',
  path: '/projects/{project}/audit/entries',
  summary: 'What was done in the project, newest first, as lines or as a table',
  sends: 'lines',
  input: z.strictObject({ project: projectField, ...exportFields }),
  reply: z.object(entryFields),
})

export const exportInstanceAuditContract = defineContract({
  name: 'exportInstanceAudit',
  method: 'get',
  path: '/audit/entries',
  summary: 'What was done everywhere, newest first, as lines or as a table',
  sends: 'lines',
  input: z.strictObject(exportFields),
  reply: z.object(entryFields),
})

/** The end of a chain: who keeps it elsewhere sees later whether anything before it was changed or cut off. */
export const auditHeadField = z.object({
  chain: textField(300),
  count: z.number().int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: textField(40),
})

export const exportAuditHeadsContract = defineContract({
  name: 'exportAuditHeads',
  method: 'get',
  path: '/audit/heads',
  summary: 'The heads of all chains of the audit log, to keep elsewhere',
  sends: 'lines',
  input: z.strictObject({}),
  reply: auditHeadField,
})
