import { Menu, MenuLink } from './menu'

interface FilterMenuProps<Value extends string | undefined> {
  /** The choices. `undefined`: not filtered. */
  values: readonly Value[]
  value: NoInfer<Value>
  nameValue: (value: Value) => string
  hrefOf: (value: Value) => string
  /** What is filtered, if the surrounding text does not say it. */
  label?: string
}

/** A filter in a sentence: its value is a link that opens the choices. */
export function FilterMenu<Value extends string | undefined>({
  values,
  value,
  nameValue,
  hrefOf,
  label,
}: FilterMenuProps<Value>) {
  const name = nameValue(value)
  return (
    <Menu
      trigger={label === undefined ? name : `${label}: ${name}`}
      triggerClassName="rounded-control text-accent underline decoration-current/35 underline-offset-3 hover:decoration-current data-popup-open:bg-wash"
    >
      {values.map((choice) => (
        <MenuLink key={choice ?? ''} href={hrefOf(choice)} current={choice === value}>
          {nameValue(choice)}
        </MenuLink>
      ))}
    </Menu>
  )
}
