import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceButtons } from './choice-buttons'

const listTabStops = (chosenIndexes: number[], allowsMany = false) =>
  [
    ...renderToStaticMarkup(
      <ChoiceButtons
        label="Reason"
        choices={['a', 'b', 'c']}
        chosenIndexes={chosenIndexes}
        allowsMany={allowsMany}
        hasKeys
        onChoose={() => undefined}
      />,
    ).matchAll(/tabindex="(-?\d)"/g),
  ].map(([, tabIndex]) => Number(tabIndex))

test.each([
  ['nothing is chosen', [], [0, -1, -1]],
  ['a choice is chosen', [1], [-1, 0, -1]],
  ['the chosen option is no longer in the list', [-1], [0, -1, -1]],
])('a radio group is a single tab stop if %s', (_, chosenIndexes, tabStops) => {
  expect(listTabStops(chosenIndexes)).toEqual(tabStops)
})

test('each checkbox is a tab stop', () => {
  expect(listTabStops([1], true)).toEqual([0, 0, 0])
})
