VERSION = "0.1.0"
USER_AGENT = f"waypost-python/{VERSION}"
