-- What a decision about a heal needs: the element that was found, which an accepted heal makes the step's; and how the step was
-- (its selectors with the run's variables, and its frame), to which a refused one returns. Heals of the release before have none
-- of it.
alter table automation.heals
  add column found jsonb,
  add column filled_selectors jsonb,
  add column old_frame jsonb;
grant update (found, filled_selectors) on automation.heals to waypost_automation_runner;
