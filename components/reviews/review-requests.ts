import { callApi } from '@/lib/client/call-api'

interface ReadVersion {
  annotation: string
  submittedAt: string | null
}

/** The server rejects annotations without a submission time. */
const unknownTime = new Date(0).toISOString()

export async function returnAnnotation(
  slug: string,
  expected: ReadVersion,
  note: string,
): Promise<string> {
  const { annotation, submittedAt } = expected
  await callApi(
    'post /projects/{project}/annotations/{annotation}/return',
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime, note },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Returned. The annotator gets it before new work.'
}

export async function acceptAnnotation(
  slug: string,
  { annotation, submittedAt }: ReadVersion,
): Promise<string> {
  await callApi(
    'post /projects/{project}/annotations/{annotation}/accept',
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Accepted.'
}
