-- Files of an account, which steps of all its automations may upload.
create table automation.account_files (
  owner_id     text not null,
  name         text not null,
  content_type text not null,
  size         bigint not null,
  sha256       text not null,
  blob_id      uuid not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (owner_id, name)
);

-- A file names its blob and counts as stored, as those of runs do. One that is replaced is deleted and inserted.
create trigger added_account_files_name_their_blobs after insert on automation.account_files
  for each row execute function automation.name_artifact();
create trigger removed_account_files_forget_their_blobs after delete on automation.account_files
  for each row execute function automation.forget_artifact();

grant select, insert, delete on automation.account_files to waypost_automation_api;
-- Runs put them into forms.
grant select on automation.account_files to waypost_automation_runner;
