import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serviceLabels } from '../services/service.ts'
import { Time } from '../times/time.tsx'
import { listPlaces } from './list-places.ts'
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts'
import { useFound } from './use-found.ts'
import './palette.css'

/**
 * Finds everything of an account by a part of its name, and leads to it.
 *
 * @param initial what was typed before the palette was loaded
 */
export function Palette({ initial, onClose }: { initial: string; onClose: () => void }) {
  const [text, setText] = useState(initial)
  const navigate = useNavigate()
  const { groups, isSearching, failed } = useFound(text)
  const shown = [...groups, ...listPlaces(text)].filter(({ items }) => items.length > 0)
  const open = ({ link }: PaletteEntry) => {
    onClose()
    void navigate(link)
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Search everything">
          <Autocomplete.Root
            open
            inline
            items={shown}
            filter={null}
            value={text}
            onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
            itemToStringValue={({ label }: PaletteEntry) => label}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              className="palette-input"
              aria-label="Search everything"
              placeholder="Automations, runs, aliases, emails, pages …"
              maxLength={255}
            />
            <Autocomplete.Status className="palette-status small quiet">
              {failed.length > 0
                ? failed.map((service) => `${serviceLabels[service]}: the service did not answer. `)
                : isSearching
                  ? 'Searching …'
                  : shown.length === 0
                    ? 'Nothing found. Emails are searched by sender and subject.'
                    : ''}
            </Autocomplete.Status>
            <Autocomplete.List className="palette-list">
              {(group: PaletteGroup) => (
                <Autocomplete.Group key={group.title} items={group.items}>
                  <Autocomplete.GroupLabel className="palette-group small quiet">
                    {group.title}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: PaletteEntry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        className="palette-item"
                        onClick={() => open(entry)}
                      >
                        <span className="palette-name">
                          {entry.icon && <entry.icon className="palette-icon" size={16} />}
                          <span className="palette-label">{entry.label}</span>
                        </span>
                        <span className="palette-hint small quiet">
                          {entry.hint} {entry.at !== undefined && <Time at={entry.at} />}
                        </span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          <Dialog.Close className="unseen">Close</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
