import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UnloadedShortcutList } from './lazy-shortcut-list'

test('the list of shortcuts says how to try again if its code did not load', () => {
  expect(renderToStaticMarkup(<UnloadedShortcutList hasFailed={false} />)).toMatch(/"><\/p>$/)
  expect(renderToStaticMarkup(<UnloadedShortcutList hasFailed />)).toContain(
    'Check your connection, then open it again.',
  )
})
