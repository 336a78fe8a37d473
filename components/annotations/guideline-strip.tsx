import { Strip } from './strip'

interface GuidelineStripProps {
  project: string
  /** The version that was read when the page opened, and the one that the solution on screen came with. */
  read: number
  latest: number
}

/** The guideline changed while one was at work: the solution in hand is finished first, or not, as one likes. */
export function GuidelineStrip({ project, read, latest }: GuidelineStripProps) {
  if (latest <= read) return null
  return (
    <Strip
      icon="warn"
      head={`The guideline has a new version, ${latest}.`}
      act={<a href={`/projects/${project}/guideline`}>See what changed</a>}
    >
      Your ratings are kept; what you submit until then says version {read}.
    </Strip>
  )
}
