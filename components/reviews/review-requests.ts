import { callApi } from '@/lib/client/call-api'

interface AnnotationVersion {
  annotation: string
  version: number
}

export async function returnAnnotation(
  slug: string,
  { annotation, version }: AnnotationVersion,
  note: string,
): Promise<string> {
  await callApi(
    'post /projects/{project}/annotations/{annotation}/return',
    { project: slug, annotation, version, note },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Returned. The annotator gets it after at most two other solutions.'
}

export async function acceptAnnotation(
  slug: string,
  { annotation, version }: AnnotationVersion,
): Promise<string> {
  await callApi(
    'post /projects/{project}/annotations/{annotation}/accept',
    { project: slug, annotation, version },
    { idempotencyKey: crypto.randomUUID() },
  )
  return 'Accepted.'
}
