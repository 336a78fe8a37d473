/** What each kind of job is told. Small: what a job works on stands in tables. */
export interface JobPayloads {
  import: { projectId: string; importId: string; attempt: number }
  release: { projectId: string; releaseId: string; attempt: number }
  regrade: { projectId: string; regradeId: string; attempt: number }
  round: { projectId: string; roundId: string; attempt: number }
  score: { projectId: string; runId: string; attempt: number }
  train: { projectId: string; scorerId: string; version: number; attempt: number }
  evaluate: { projectId: string; evaluationId: string; attempt: number }
  agreement: { projectId: string; agreementId: string; attempt: number }
  mail: MailPayload
  'sweep-files': Record<string, never>
  'find-lost-jobs': Record<string, never>
  'deliver-webhooks': Record<string, never>
}

/**
 * What is mailed, and the address that its link begins with. No secret: that is made when the mail is, and only its hash
 * is kept. No one's email address either, for payloads are logged.
 */
export type MailPayload =
  | { kind: 'invite'; invite: string; origin: string }
  /** Null: someone asked for an address that has no account. Nothing is mailed, and asking took as long. */
  | { kind: 'reset'; user: string | null; origin: string }

export type JobName = keyof JobPayloads

export const jobNames = [
  'import',
  'release',
  'regrade',
  'round',
  'score',
  'train',
  'evaluate',
  'agreement',
  'mail',
  'sweep-files',
  'find-lost-jobs',
  'deliver-webhooks',
] as const satisfies readonly JobName[]

/**
 * What does each kind of job. `later`: to be run again in a moment (someone else has the project). Throws: is tried
 * again a few times, then reported. `signal`: the process is about to end, or the job is someone else's by now.
 */
export type JobHandlers = {
  [N in JobName]: (payload: JobPayloads[N], signal: AbortSignal) => Promise<void | 'later'>
}
