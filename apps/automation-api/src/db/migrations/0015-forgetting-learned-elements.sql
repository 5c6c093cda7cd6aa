-- A person who saves a step again takes back what runs have learned of its element. The API looks at no more than which
-- step it is.
grant select (automation_id, action_name), delete on automation.learned_elements to waypost_automation_api;
