/* Properties of axes and grids that all plots share. */

export const plotTickStyle = { fill: 'var(--color-ink-3)', fontSize: 12 }

export const plotGridProps = { vertical: false, stroke: 'var(--color-plot-grid)' }

export const plotXAxisProps = {
  tick: plotTickStyle,
  tickLine: false,
  axisLine: { stroke: 'var(--color-plot-axis)' },
}

export const plotYAxisProps = { tick: plotTickStyle, tickLine: false, axisLine: false }
