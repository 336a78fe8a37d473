import type {
  reopenAnnotationContract,
  saveAnnotationContract,
  submitAnnotationContract,
} from '@/lib/annotations/contract'
import type { listOwnAnnotationsContract } from '@/lib/annotations/own-contract'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import type { claimNextContract } from '@/lib/queue/contract'
import { callApi } from './call-api'
import { placeLoadedSteps, type StepPage, type StepText, type LeasedWork } from './step-pages'

type Claim = ReplyOf<typeof claimNextContract>
export type { StepPage, StepText, LeasedWork }
/** No work is served: the queue is empty or the annotator is blocked. */
export type NoWorkReason =
  | Exclude<Claim, { kind: 'solution' | 'screening_due' }>
  | Omit<Extract<Claim, { kind: 'screening_due' }>, 'share'>
export type ClaimResult = { kind: 'work'; work: LeasedWork } | NoWorkReason

type SaveInput = RequestInputOf<typeof saveAnnotationContract>
type SubmitInput = RequestInputOf<typeof submitAnnotationContract>
/** The reply to a save. */
export type SaveReply = ReplyOf<typeof saveAnnotationContract>
/** The options and candidate explanations of a step. */
export type StepReveal = NonNullable<SaveReply['reveal']>
/** The request body that saves a draft. */
export type DraftSaveBody = Omit<SaveInput, 'project' | 'lease'>

/** A submission or skip. It is sent with the same key until the server accepts it. */
export type SubmissionOrSkip = {
  lease: string
  solution: string
  /** Id of the page that finished it. */
  writer: string
  idempotencyKey: string
} & (
  | { kind: 'submit'; body: Omit<SubmitInput, 'project' | 'lease'> }
  | { kind: 'skip'; reason: string }
)

/** The reply to a submission. */
export type SubmitReply = ReplyOf<typeof submitAnnotationContract>

/** The annotation that was submitted last, if it can be reopened. */
export type ReopenableSubmission = Pick<
  ReplyOf<typeof listOwnAnnotationsContract>['annotations'][number],
  'id' | 'submittedAt' | 'finishReason' | 'rated'
>

/** The API calls of the labelling screen. */
export interface LabellingScreenCalls {
  serve: (isPrefetch: boolean) => Promise<ClaimResult>
  read: (lease: string) => Promise<LeasedWork>
  /** The page that has a step. */
  readSteps: (lease: string, step: number) => Promise<StepPage>
  save: (lease: string, body: DraftSaveBody) => Promise<Pick<SaveReply, 'reveal'>>
  /** Null for a skip. */
  finish: (finish: SubmissionOrSkip) => Promise<SubmitReply | null>
  /** Returns the same reply for the same key. */
  reopen: (
    annotation: string,
    idempotencyKey: string,
  ) => Promise<ReplyOf<typeof reopenAnnotationContract>>
  findReopenable: () => Promise<ReopenableSubmission | null>
  renew: (lease: string) => Promise<unknown>
  /** Releases a lease, also while the page closes. */
  release: (lease: string) => Promise<unknown>
}

/** Ends calls on dead connections. Every call is safe to repeat. */
const timeoutMs = 30_000

const withTimeout = () => ({ signal: AbortSignal.timeout(timeoutMs) })

export function createLabellingScreenCalls(project: string): LabellingScreenCalls {
  async function read(lease: string): Promise<LeasedWork> {
    const reply = await callApi(
      'get /projects/{project}/leases/{lease}/work',
      { project, lease },
      withTimeout(),
    )
    return placeLoadedSteps(reply)
  }
  return {
    read,
    readSteps: (lease, around) =>
      callApi(
        'get /projects/{project}/leases/{lease}/steps',
        { project, lease, around },
        withTimeout(),
      ),
    async serve(isPrefetch) {
      const claim = await callApi(
        'post /projects/{project}/claims',
        { project, prefetch: isPrefetch },
        withTimeout(),
      )
      return claim.kind === 'solution' ? { kind: 'work', work: await read(claim.lease.id) } : claim
    },
    save: (lease, body) =>
      callApi(
        'put /projects/{project}/leases/{lease}/annotation',
        { project, lease, ...body },
        withTimeout(),
      ),
    finish: (finish) => sendFinish(project, finish),
    reopen: (annotation, idempotencyKey) =>
      callApi(
        'post /projects/{project}/annotations/{annotation}/reopening',
        { project, annotation },
        { idempotencyKey, ...withTimeout() },
      ),
    async findReopenable() {
      const { annotations } = await callApi(
        'get /projects/{project}/own/annotations',
        { project, limit: 1 },
        withTimeout(),
      )
      return annotations.find(({ canReopen }) => canReopen) ?? null
    },
    renew: (lease) =>
      callApi(
        'post /projects/{project}/leases/{lease}/heartbeat',
        { project, lease },
        withTimeout(),
      ),
    release: (lease) =>
      callApi('delete /projects/{project}/leases/{lease}', { project, lease }, { keepalive: true }),
  }
}

async function sendFinish(project: string, finish: SubmissionOrSkip): Promise<SubmitReply | null> {
  const { lease, idempotencyKey } = finish
  if (finish.kind === 'submit')
    return callApi(
      'post /projects/{project}/leases/{lease}/submission',
      { project, lease, ...finish.body },
      { idempotencyKey, ...withTimeout() },
    )
  await callApi(
    'post /projects/{project}/leases/{lease}/skip',
    { project, lease, reason: finish.reason },
    { idempotencyKey, ...withTimeout() },
  )
  return null
}
