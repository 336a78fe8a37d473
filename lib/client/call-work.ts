import type {
  getWorkContract,
  saveLabellingContract,
  submitLabellingContract,
} from '@/lib/labelling/contract'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type {
  claimNextContract,
  releaseLeaseContract,
  renewLeaseContract,
  skipSolutionContract,
} from '@/lib/queue/contract'
import { call } from './call'

/** A leased solution, to be read and labelled. */
export type Work = ReplyOf<typeof getWorkContract>
export type NoneLeft = Extract<ReplyOf<typeof claimNextContract>, { kind: 'none_left' }>
export type Served = { kind: 'work'; work: Work } | NoneLeft

type SaveInput = SentInputOf<typeof saveLabellingContract>
type SubmitInput = SentInputOf<typeof submitLabellingContract>

/** The end of a labelling, as it goes to the server: the same again, with the same key, until it is taken. */
export type Finish = { lease: string; solution: string; idempotencyKey: string } & (
  | { kind: 'submit'; body: Omit<SubmitInput, 'project' | 'lease'> }
  | { kind: 'skip'; reason: string }
)

/** What the labelling screen asks of the server. */
export interface WorkCalls {
  serve: (ahead: boolean) => Promise<Served>
  read: (lease: string) => Promise<Work>
  save: (lease: string, body: Omit<SaveInput, 'project' | 'lease'>) => Promise<unknown>
  /** How many are done today, where the server says so. */
  finish: (finish: Finish) => Promise<number | null>
  renew: (lease: string) => Promise<unknown>
  /** Gives a lease back, also while the page goes away. */
  release: (lease: string) => Promise<unknown>
}

export function createWorkCalls(project: string): WorkCalls {
  const read = (lease: string) =>
    call<typeof getWorkContract>(
      { method: 'get', path: '/projects/{project}/leases/{lease}/work' },
      { project, lease },
    )
  return {
    read,
    async serve(ahead) {
      const claim = await call<typeof claimNextContract>(
        { method: 'post', path: '/projects/{project}/claims' },
        { project, ahead },
      )
      return claim.kind === 'none_left' ? claim : { kind: 'work', work: await read(claim.lease.id) }
    },
    save: (lease, body) =>
      call<typeof saveLabellingContract>(
        { method: 'put', path: '/projects/{project}/leases/{lease}/labelling' },
        { project, lease, ...body },
      ),
    finish: (finish) => sendFinish(project, finish),
    renew: (lease) =>
      call<typeof renewLeaseContract>(
        { method: 'post', path: '/projects/{project}/leases/{lease}/heartbeat' },
        { project, lease },
      ),
    release: (lease) =>
      call<typeof releaseLeaseContract>(
        { method: 'delete', path: '/projects/{project}/leases/{lease}' },
        { project, lease },
        { keepalive: true },
      ),
  }
}

async function sendFinish(project: string, finish: Finish): Promise<number | null> {
  const { lease, idempotencyKey } = finish
  if (finish.kind === 'submit') {
    const { doneToday } = await call<typeof submitLabellingContract>(
      { method: 'post', path: '/projects/{project}/leases/{lease}/submission' },
      { project, lease, ...finish.body },
      { idempotencyKey },
    )
    return doneToday
  }
  await call<typeof skipSolutionContract>(
    { method: 'post', path: '/projects/{project}/leases/{lease}/skip' },
    { project, lease, reason: finish.reason },
    { idempotencyKey },
  )
  return null
}
