/** The payload of each kind of job. Small, because the work itself is in tables. */
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
 * The mail to send, and the origin of its link. Payloads are logged, so this contains no email address and not the secret of
 * the link, which is created when the mail is sent.
 */
export type MailPayload =
  | { kind: 'invite'; invite: string; origin: string }
  /** `user` is null if the address has no account. Nothing is mailed then, but the response time doesn't reveal it. */
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
 * The handler of each kind of job. `later`: run it again in a moment, for example because another process has the project. If
 * a handler throws, the job is retried a few times, then reported. `signal`: aborted at shutdown, or if another process has
 * the job now.
 */
export type JobHandlers = {
  [N in JobName]: (payload: JobPayloads[N], signal: AbortSignal) => Promise<void | 'later'>
}

/** Handlers that run jobs elsewhere, where they are released by their id in the queue. */
export type JobHandlersWithId = {
  [N in JobName]: (
    payload: JobPayloads[N],
    signal: AbortSignal,
    id: string,
  ) => Promise<void | 'later'>
}
