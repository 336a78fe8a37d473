import type {
  getWorkContract,
  reopenAnnotationContract,
  saveAnnotationContract,
  submitAnnotationContract,
} from '@/lib/annotations/contract'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type {
  claimNextContract,
  releaseLeaseContract,
  renewLeaseContract,
  skipSolutionContract,
} from '@/lib/queue/contract'
import { call } from './call'

type Claim = ReplyOf<typeof claimNextContract>
/** A leased solution, to be read and labelled. */
export type Work = ReplyOf<typeof getWorkContract>
/** Nothing is served: nothing is left, or something keeps the person from work. */
export type NoneLeft =
  | Exclude<Claim, { kind: 'solution' | 'screening_due' }>
  | Omit<Extract<Claim, { kind: 'screening_due' }>, 'share'>
export type Served = { kind: 'work'; work: Work } | NoneLeft

type SaveInput = SentInputOf<typeof saveAnnotationContract>
type SubmitInput = SentInputOf<typeof submitAnnotationContract>
/** The whole state of an annotation in work, as it goes to the server. */
export type SaveBody = Omit<SaveInput, 'project' | 'lease'>

/** The end of an annotation, as it goes to the server: the same again, with the same key, until it is taken. */
export type Finish = {
  lease: string
  solution: string
  /** The page on which it was finished. */
  writer: string
  idempotencyKey: string
} & (
  | { kind: 'submit'; body: Omit<SubmitInput, 'project' | 'lease'> }
  | { kind: 'skip'; reason: string }
)

/** What became of a submission. */
export type Taken = ReplyOf<typeof submitAnnotationContract>

/** What the labelling screen asks of the server. */
export interface WorkCalls {
  serve: (ahead: boolean) => Promise<Served>
  read: (lease: string) => Promise<Work>
  save: (lease: string, body: SaveBody) => Promise<unknown>
  /** Null for a skip. */
  finish: (finish: Finish) => Promise<Taken | null>
  /** With the same key the same answer, should the first not arrive. */
  reopen: (
    annotation: string,
    idempotencyKey: string,
  ) => Promise<ReplyOf<typeof reopenAnnotationContract>>
  renew: (lease: string) => Promise<unknown>
  /** Gives a lease back, also while the page goes away. */
  release: (lease: string) => Promise<unknown>
}

/** A connection that is dead without saying so is given up: what is sent again does no harm. */
const answersWithinMs = 30_000

const limited = () => ({ signal: AbortSignal.timeout(answersWithinMs) })

export function createWorkCalls(project: string): WorkCalls {
  const read = (lease: string) =>
    call<typeof getWorkContract>(
      { method: 'get', path: '/projects/{project}/leases/{lease}/work' },
      { project, lease },
      limited(),
    )
  return {
    read,
    async serve(ahead) {
      const claim = await call<typeof claimNextContract>(
        { method: 'post', path: '/projects/{project}/claims' },
        { project, ahead },
        limited(),
      )
      return claim.kind === 'solution' ? { kind: 'work', work: await read(claim.lease.id) } : claim
    },
    save: (lease, body) =>
      call<typeof saveAnnotationContract>(
        { method: 'put', path: '/projects/{project}/leases/{lease}/annotation' },
        { project, lease, ...body },
        limited(),
      ),
    finish: (finish) => sendFinish(project, finish),
    reopen: (annotation, idempotencyKey) =>
      call<typeof reopenAnnotationContract>(
        { method: 'post', path: '/projects/{project}/annotations/{annotation}/reopening' },
        { project, annotation },
        { idempotencyKey, ...limited() },
      ),
    renew: (lease) =>
      call<typeof renewLeaseContract>(
        { method: 'post', path: '/projects/{project}/leases/{lease}/heartbeat' },
        { project, lease },
        limited(),
      ),
    release: (lease) =>
      call<typeof releaseLeaseContract>(
        { method: 'delete', path: '/projects/{project}/leases/{lease}' },
        { project, lease },
        { keepalive: true },
      ),
  }
}

async function sendFinish(project: string, finish: Finish): Promise<Taken | null> {
  const { lease, idempotencyKey } = finish
  if (finish.kind === 'submit')
    return call<typeof submitAnnotationContract>(
      { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
      { project, lease, ...finish.body },
      { idempotencyKey, ...limited() },
    )
  await call<typeof skipSolutionContract>(
    { method: 'post', path: '/projects/{project}/leases/{lease}/skip' },
    { project, lease, reason: finish.reason },
    { idempotencyKey, ...limited() },
  )
  return null
}
