import { randomUUID } from 'node:crypto'
import { callApi } from '@/lib/client/call-api'

/** An annotator's requests over HTTP, with solutions of ten steps. */
export class QueueApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly project: string,
    readonly token: string,
  ) {}

  /** Returns the lease's id. */
  async claim(): Promise<string> {
    const reply = await callApi('post /projects/{project}/claims', { project: this.project }, this)
    if (reply.kind !== 'solution')
      throw new Error(`The claim served nothing: ${JSON.stringify(reply)}`)
    return reply.lease.id
  }

  release(lease: string) {
    return callApi(
      'delete /projects/{project}/leases/{lease}',
      { project: this.project, lease },
      this,
    )
  }

  save(lease: string, writer: string) {
    return callApi(
      'put /projects/{project}/leases/{lease}/annotation',
      { ...makeState(this.project, lease, 5), writer },
      this,
    )
  }

  /** @param writer id of the page, if it has saved the annotation once */
  submit(lease: string, writer?: string) {
    const savedFields = writer === undefined ? {} : { sequence: 2, writer }
    return callApi(
      'post /projects/{project}/leases/{lease}/submission',
      { ...makeSubmission(this.project, lease), ...savedFields },
      { baseUrl: this.baseUrl, token: this.token, idempotencyKey: randomUUID() },
    )
  }
}

const makeState = (project: string, lease: string, ratedCount: number) => ({
  project,
  lease,
  sequence: 1,
  writer: randomUUID(),
  basedOn: 0,
  ratings: Array.from({ length: ratedCount }, () => 1 as const),
  activeMs: 60_000,
  events: [],
})

export const makeSubmission = (project: string, lease: string) => ({
  ...makeState(project, lease, 10),
  finishReason: 'solution' as const,
})
