-- outside of a transaction

-- Whether a run that failed is a schedule's is asked at each failure.
drop index concurrently if exists automation.open_schedule_runs_by_started;
create index concurrently open_schedule_runs_by_started on automation.schedule_runs (started_id) where ended_at is null;
