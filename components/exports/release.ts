import type {
  diffReleasesContract,
  getReleaseContract,
  listHeldOutListsContract,
  listReleaseFilterValuesContract,
  previewReleaseContract,
} from '@/lib/exports/contract'
import type { ReplyOf } from '@/lib/platform/contract'

export type Release = ReplyOf<typeof getReleaseContract>
export type ReleaseOptions = Release['options']
export type HeldOutList = ReplyOf<typeof listHeldOutListsContract>['lists'][number]
export type ReleaseFilterValues = ReplyOf<typeof listReleaseFilterValuesContract>
export type ReleasePreview = ReplyOf<typeof previewReleaseContract>
export type ReleaseDiff = ReplyOf<typeof diffReleasesContract>

export function releaseHref(slug: string, number: number | 'new'): string {
  return `/projects/${slug}/data/releases/${number}`
}

/** `3, March batch` */
export function formatReleaseName({ number, name }: Pick<Release, 'number' | 'name'>): string {
  return `${number}, ${name}`
}
