import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { EmptyQueueNotice } from './empty-queue-notice'
import { useLabellingScreenContext } from './labelling-screen-context'
import { ScreeningView } from './screening-view'

export interface NoWorkViewProps {
  controller: AnnotationController
  view: LabellingScreenView
}

/** What the labelling screen shows if the server has no solution for the annotator now. */
export function NoWorkView({ controller, view }: NoWorkViewProps) {
  const { project } = useLabellingScreenContext()
  const { noneLeft } = view
  return noneLeft?.kind === 'screening_due' ? (
    <ScreeningView controller={controller} state={noneLeft.state} items={noneLeft.items} />
  ) : (
    <EmptyQueueNotice view={view} project={project} />
  )
}
