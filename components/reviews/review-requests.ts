import { callApi } from '@/lib/client/call-api'

interface AnnotationVersion {
  annotation: string
  submittedAt: string | null
}

/** Sent if the annotation has no submission time. The server then rejects the request, as for a changed annotation. */
const unknownTime = new Date(0).toISOString()

export async function returnAnnotation(
  slug: string,
  version: AnnotationVersion,
  note: string,
): Promise<string> {
  const { annotation, submittedAt } = version
  await callApi(
    'post /projects/{project}/annotations/{annotation}/return',
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime, note },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Returned. The annotator gets it after at most two other solutions.'
}

export async function acceptAnnotation(
  slug: string,
  { annotation, submittedAt }: AnnotationVersion,
): Promise<string> {
  await callApi(
    'post /projects/{project}/annotations/{annotation}/accept',
    { project: slug, annotation, submittedAt: submittedAt ?? unknownTime },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Accepted.'
}
