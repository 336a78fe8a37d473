import { useEffect, useState, type ComponentType } from 'react'
import type { AnnotationShortcutListProps } from './annotation-shortcut-list'

/** Many sessions never open it. It is also loaded early, because later there may be no connection. */
export const loadShortcutList = () => import('./annotation-shortcut-list')

/** The list of shortcuts, once its code is loaded. If that fails, opening the list again tries again. */
export function LazyShortcutList(props: AnnotationShortcutListProps) {
  const [LoadedList, setLoadedList] = useState<ComponentType<AnnotationShortcutListProps>>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(
    () =>
      void loadShortcutList().then(
        ({ AnnotationShortcutList }) => setLoadedList(() => AnnotationShortcutList),
        () => setFailed(true),
      ),
    [],
  )
  if (LoadedList) return <LoadedList {...props} />
  return <UnloadedShortcutList hasFailed={hasFailed} />
}

/** In place of the list while it loads, or if it did not load. */
export function UnloadedShortcutList({ hasFailed }: { hasFailed: boolean }) {
  return (
    <p role="status" className="sticky bottom-foot z-30 bg-wash px-6 text-negative max-desk:hidden">
      {hasFailed &&
        'The list of shortcuts could not be loaded. Check your connection, then open it again.'}
    </p>
  )
}
