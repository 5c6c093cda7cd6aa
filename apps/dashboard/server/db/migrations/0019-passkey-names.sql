-- Owners rename their passkeys.
grant update (name) on accounts.passkeys to waypost_dashboard;
