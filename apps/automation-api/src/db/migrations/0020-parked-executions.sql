-- A runner had claimed it while its owner had as many active runs as they may: it has no job until one of those ends.
alter table automation.executions add column parked_at timestamptz;
