import { Combobox } from '@base-ui/react/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../client/describe-error.ts'
import { useSettled } from './use-settled.ts'
import { usualPlaceholder, type Choice, type ChoiceFieldProps, type ChoiceGroup } from './choice.ts'
import { FieldFrame } from '../controls/field.tsx'
import './searched-choice.css'

const pauseMs = 150

/** The field itself, whose code is loaded when it is first shown. */
export function SearchedChoice({
  label,
  name,
  of,
  search,
  value,
  onChange,
  without = [],
  placeholder = usualPlaceholder,
  required = false,
  autoFocus = false,
}: ChoiceFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), pauseMs)
  const { data, error, isFetching } = useQuery({
    queryKey: ['choices', of, text],
    queryFn: () => search(text),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const groups = (data ?? [])
    .map((group) => ({ ...group, items: group.items.filter((item) => !without.includes(item.value)) }))
    .filter(({ items }) => items.length > 0)
  const status = () => {
    if (error) return describeError(error)
    if (isFetching || text !== typed.trim()) return 'Searching …'
    if (groups.length === 0) return 'Nothing found.'
    return data?.some(({ hasMore }) => hasMore) ? 'There are more. Type a part of the name to find them.' : ''
  }
  return (
    <Combobox.Root
      items={groups}
      filter={null}
      name={name}
      required={required}
      value={value}
      onValueChange={onChange}
      onOpenChange={(open) => {
        setIsOpen(open)
        // The text of what was chosen is no search.
        if (open) setTyped('')
      }}
      onInputValueChange={(next, { reason }) => setTyped(reason === 'input-change' ? next : '')}
      isItemEqualToValue={(item: Choice, chosen: Choice) => item.value === chosen.value}
      autoHighlight
    >
      <FieldFrame label={label} name={name}>
        {({ name: _hidden, ...attributes }) => (
          <Combobox.InputGroup className="choice">
            <Combobox.Input
              className="input"
              placeholder={placeholder}
              maxLength={255}
              autoFocus={autoFocus}
              {...attributes}
            />
          </Combobox.InputGroup>
        )}
      </FieldFrame>
      <Combobox.Portal>
        <Combobox.Positioner className="choice-place" sideOffset={4}>
          <Combobox.Popup className="choice-popup">
            <Combobox.List className="choice-list">
              {(group: ChoiceGroup) => (
                <Combobox.Group key={group.title} items={group.items}>
                  <Combobox.GroupLabel className="choice-group small quiet">
                    {group.title}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(item: Choice) => (
                      <Combobox.Item key={item.value} value={item} className="choice-item">
                        {item.label}
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
            <Combobox.Status className="choice-status small quiet">{isOpen && status()}</Combobox.Status>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
