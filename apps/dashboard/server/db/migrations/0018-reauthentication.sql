-- When the user of a session last showed who they are. Null: at its start, as versions before this one leave it.
alter table accounts.sessions add column authenticated_at timestamptz;

grant update (authenticated_at) on accounts.sessions to waypost_dashboard;
