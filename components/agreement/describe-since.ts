import { formatCount, formatNoun } from '@/lib/platform/format'
import { mostToldSince } from '@/lib/review/agreement-contract'

/** What has happened to the labels since a result was worked out, in sentences; null: nothing. */
export function describeSince({
  newAnnotations,
  takenBack,
}: {
  newAnnotations: number
  takenBack: number
}): string | null {
  const sentences = [
    newAnnotations > 0 &&
      `${tell(newAnnotations, 'annotation has', 'annotations have')} come since.`,
    takenBack > 0 &&
      `${tell(takenBack, 'annotation that it counts was', 'annotations that it counts were')} sent back or opened again since.`,
  ].filter((sentence) => sentence !== false)
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Not all are counted where there are many. */
function tell(count: number, one: string, many: string): string {
  if (count <= mostToldSince) return formatNoun(count, one, many)
  return `More than ${formatCount(mostToldSince)} ${many}`
}
