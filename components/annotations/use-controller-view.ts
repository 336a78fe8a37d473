import { useSyncExternalStore } from 'react'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LabellingScreenView } from '@/lib/client/labelling-screen-view'

const subscribeToNothing = () => () => {}

/** The view of a controller, kept up to date; null until there is a controller. */
export const useControllerView = (
  controller: Pick<AnnotationController, 'subscribe' | 'getView'> | null,
) =>
  useSyncExternalStore<LabellingScreenView | null>(
    controller?.subscribe ?? subscribeToNothing,
    () => controller?.getView() ?? null,
    () => null,
  )
